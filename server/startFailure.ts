/** One clear line for whatever kept the server from starting. */
import { ConfigurationError } from './config';
import { DatabaseStartError } from './database';

export function describeStartFailure(error: unknown): string {
  // These were written for whoever starts the server.
  if (error instanceof ConfigurationError || error instanceof DatabaseStartError) return error.message;
  const { code, message, address, port, path } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: stop what listens there, or choose another with PORT.`;
    case 'EACCES':
      return path === undefined
        ? `The server may not listen on ${address ?? 'this address'}:${port}: choose a PORT above 1023.`
        : `The server may not use ${path}: give it the rights, or choose another folder with DATA_DIR.`;
    case 'ENOSPC':
    case '53100':
      return 'The disk is full: free some space, or choose another folder with DATA_DIR.';
    case 'EROFS':
      return `${path ?? 'The data folder'} cannot be written to: choose another folder with DATA_DIR.`;
    default:
      return `The server could not start: ${message || String(error)}`;
  }
}
