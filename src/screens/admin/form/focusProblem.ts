/** The first field that is marked as wrong takes the focus. */
export function focusProblem(): void {
  document.querySelector<HTMLElement>('.admin-page [aria-invalid="true"]')?.focus();
}
