// Before the first paint, so that the page never flashes in the other theme.
try {
  const theme = localStorage.getItem('ditchline.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
// An overlay lies over another picture: it has no ground of its own from the
// first paint on.
if (/\/overlay(\/board)?\/?$/.test(location.pathname)) document.documentElement.dataset.air = '';
