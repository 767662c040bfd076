/** Shows that something is loading, and what. */
export function Loader({ children }: { readonly children: string }) {
  return (
    <div className="waiting" role="status">
      <div className="ui active inline loader" aria-hidden="true" />
      <p className="quiet">{children}</p>
    </div>
  );
}
