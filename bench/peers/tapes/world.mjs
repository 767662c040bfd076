/**
 * What the player calls, answered immediately: the mocks that tests of other tools need. Keeps what was called, in
 * order.
 */
export function createWorld() {
  const calls = [];
  let tell = () => {};
  const said =
    (name, answer) =>
    (...args) => {
      calls.push(`${name}(${args.join()})`);
      return answer?.(...args);
    };
  const soon = (...types) => types.forEach((event) => setTimeout(() => tell(event), 0));
  const find = async (query) => {
    if (query === 'silence') throw new Error('There is no such music');
    return { ids: [`${query} 1`], next: `${query}?page=2` };
  };
  const apis = {
    tracks: {
      find: said('find', find),
      page: said('page', async (url) => ({ ids: [`${url} 2`], next: null })),
      address: said('address', async (track) => `https://tracks.example/${track}`),
    },
    audio: {
      load: said('load'),
      play: said('play', () => soon({ type: 'audio/playing' }, { type: 'audio/ended' })),
      setVolume: said('setVolume', (volume) => soon({ type: 'audio/volume', volume })),
    },
    listenToAudio: (listener) => {
      calls.push('listen');
      tell = listener;
      return () => {
        calls.push('listen no more');
        tell = () => {};
      };
    },
    volumes: { read: said('read', () => 80), write: said('write') },
  };
  return { apis, calls };
}
export const rest = (ms = 25) => new Promise((done) => setTimeout(done, ms));
