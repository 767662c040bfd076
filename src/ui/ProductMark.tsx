/** The product's logo: three overlapping shifts. */
export function ProductMark() {
  return (
    <svg className="product-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M7 10.5h9M12 16h9m-5 5.5h9" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
