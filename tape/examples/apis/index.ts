/** The outside world of the examples: a server and a socket that answer after a moment. */
import { eventChannel, buffers, END, type EventChannel } from 'redux-saga';

const later = <T>(value: T, ms = 2): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));

export const calls: string[] = [];
const logCall = (what: string) => void calls.push(what);

export async function findProducts(query: string): Promise<readonly string[]> {
  logCall(`find ${query}`);
  await later(null);
  if (query === 'broken') throw new Error('The search is down');
  return [`${query} one`, `${query} two`];
}
export function remember(query: string): void {
  logCall(`remember ${query}`);
}

export const shop = {
  products: () => {
    logCall('products');
    return later([
      { id: 1, price: 30 },
      { id: 2, price: 12 },
    ]);
  },
  stock: (id: number) => later({ id, left: 3 - id }),
  buy(cart: readonly number[]) {
    logCall(`buy ${cart.join()}`);
    return later({ order: cart.length });
  },
  log: (text: string) => logCall(`log ${text}`),
};

export function countDown(from: number): EventChannel<number> {
  logCall(`count from ${from}`);
  return eventChannel((emit) => {
    let left = from;
    const timer = setInterval(() => {
      left -= 1;
      emit(left > 0 ? left : END);
    }, 3);
    return () => clearInterval(timer);
  }, buffers.expanding(4));
}

/** A socket with methods, which a tape cannot contain. */
export class Socket {
  readonly listeners = new Set<(text: string) => void>();
  sent: string[] = [];
  send(text: string): number {
    this.sent.push(text);
    setTimeout(() => this.listeners.forEach((emit) => emit(`echo of ${text}`)), 1);
    return this.sent.length;
  }
  close(): void {
    logCall('close');
  }
}
export const connect = (room: string): Promise<Socket> => {
  logCall(`connect ${room}`);
  return later(new Socket());
};
export const messagesOf = (socket: Socket): EventChannel<string> =>
  eventChannel((emit) => {
    socket.listeners.add(emit);
    return () => socket.listeners.delete(emit);
  }, buffers.expanding(4));

export interface Page {
  readonly names: readonly string[];
  readonly next: string | null;
}
export const getPage = (url: string): Promise<Page> => {
  logCall(url);
  return later({ names: [`${url} a`, `${url} b`], next: url.includes('page=2') ? null : `${url}?page=2` });
};
export const getUser = (login: string): Promise<{ readonly login: string; readonly name: string }> => {
  logCall(`user ${login}`);
  return later({ login, name: login.toUpperCase() });
};
export function readCookie(name: string, done: (error: Error | null, value?: string) => void): void {
  setTimeout(() => done(null, `${name}=1`), 1);
}

export const now = (): number => new Date().setMilliseconds(0);
export function fetchPosts(reddit: string): Promise<readonly string[]> {
  logCall(`posts of ${reddit}`);
  return later([`${reddit} one`, `${reddit} two`]);
}

export interface TrackPage {
  readonly ids: readonly string[];
  readonly next: string | null;
}
export const tracks = {
  async find(query: string): Promise<TrackPage> {
    logCall(`tracks of ${query}`);
    await later(null);
    if (query === 'silence') throw new Error('There is no such music');
    return { ids: [`${query} 1`], next: `${query}?page=2` };
  },
  page(url: string): Promise<TrackPage> {
    logCall(url);
    return later({ ids: [`${url} 2`], next: null });
  },
  address: (track: string) => later(`https://tracks.example/${track}`),
};

/** An audio element, which emits events; playing a track takes a moment. */
let notifyAudio: (event: { readonly type: string }) => void = () => {};
export const audio = {
  load: (url: string) => logCall(`load ${url}`),
  play() {
    logCall('play');
    setTimeout(() => notifyAudio({ type: 'audio/playing' }), 1);
    setTimeout(() => notifyAudio({ type: 'audio/ended' }), 3);
  },
  setVolume(volume: number) {
    logCall(`volume ${volume}`);
    setTimeout(() => notifyAudio({ type: 'audio/volume', volume } as { readonly type: string }), 1);
  },
};
export function listenToAudio(emit: (event: { readonly type: string }) => void): () => void {
  notifyAudio = emit;
  return () => (notifyAudio = () => {});
}
export const volumes = { read: () => 80 as number | null, write: (volume: number) => logCall(`keep ${volume}`) };
