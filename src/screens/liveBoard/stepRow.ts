/** Moves the focus from row to row; false where there is none. What is drawn beyond the edges makes sure that there is a next. */
export function stepRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.board [data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = at < 0 ? rows[0] : rows[at + step];
  if (row === undefined) return false;
  const link = row.querySelector<HTMLElement>('.note-subject');
  if (link === null) return false;
  // A subject that leads nowhere can be read all the same.
  if (!link.hasAttribute('href')) link.tabIndex = -1;
  link.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return true;
}
