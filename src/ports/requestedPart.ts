/** What the address asks of the page of parts: one state alone, or a brand. */
export const requestedPart = (): { readonly state: string | null; readonly brand: string | null } => {
  const query = new URLSearchParams(window.location.search);
  return { state: query.get('state'), brand: query.get('brand') };
};
