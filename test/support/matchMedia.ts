/** Stands in for media queries, which jsdom lacks: nothing matches, and nothing changes. */
if (typeof window !== 'undefined')
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
