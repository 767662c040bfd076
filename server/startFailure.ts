/** One clear line for whatever kept the server from starting. */
export function describeStartFailure(error: unknown): string {
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
