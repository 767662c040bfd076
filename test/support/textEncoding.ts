/** jsdom lacks these two of a browser's globals; React Router needs them as soon as it is imported. */
import { TextDecoder, TextEncoder } from 'node:util';

if (typeof globalThis.TextEncoder === 'undefined') Object.assign(globalThis, { TextDecoder, TextEncoder });
