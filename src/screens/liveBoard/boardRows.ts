/** The subject of a row of the board, which can take the focus. A subject without a link is still shown. */
export function subjectOf(row: Element): HTMLElement | null {
  const subject = row.querySelector<HTMLElement>('.note-subject');
  if (subject !== null && !subject.hasAttribute('href')) subject.tabIndex = -1;
  return subject;
}
