/**
 * The style sheets that the page left to the app: until now the critical rules in its head said all that it needs. At
 * the end of the body, where the other pages link theirs, so that the order of the rules is the same.
 */
export function loadStyles(document: Document): void {
  const addresses = document.documentElement.dataset['styles']?.split(' ') ?? [];
  delete document.documentElement.dataset['styles'];
  for (const href of addresses) {
    document.body.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }
}
