// What an overlay or a TV page is told by its address beside what it looks like.

/** The table that an address asks for (?table=7), '' for the featured one, and the rest of the query. */
export function tableAsked(search: string): { table: string; rest: string } {
  const q = new URLSearchParams(search);
  const table = q.get('table') ?? '';
  q.delete('table');
  return { table: table === 'featured' ? '' : table, rest: q.size > 0 ? `?${q}` : '' };
}
