// Before the first paint, so that the page never flashes in the other theme.
try {
  const theme = localStorage.getItem('ditchline.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
