/** The outside world of the page: a server, an element that plays, and the storage of the browser. */
const get = async (path, query) => {
  const response = await fetch(`/${path}?q=${encodeURIComponent(query)}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};
export const tracks = {
  find: (query) => get('find', query),
  page: (url) => get('page', url),
  address: async (track) => `/audio?q=${track}`,
};
let tell = () => {};
let loaded = null;
export const audio = {
  load: (url) => void (loaded = url),
  play() {
    // An element without a source does not play.
    if (loaded === null) return;
    setTimeout(() => tell({ type: 'audio/playing' }), 1);
    setTimeout(() => tell({ type: 'audio/ended' }), 3);
  },
  setVolume(volume) {
    localStorage.setItem('element', volume);
    setTimeout(() => tell({ type: 'audio/volume', volume }), 1);
  },
};
export const listenToAudio = (listener) => {
  tell = listener;
  return () => (tell = () => {});
};
export const volumes = { read: () => 80, write: (volume) => localStorage.setItem('volume', volume) };
