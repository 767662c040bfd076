/** As many have it: one default export with functions. */
export default { of: (item) => item.length * 10 };
