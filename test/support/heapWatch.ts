/** Growth of the heap since the start, after garbage collection. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface HeapWatch {
  /** Measures now; takes some milliseconds. */
  readonly measure: () => void;
  /** The highest measurement. */
  readonly mostMb: () => number;
}

export function createHeapWatch(): HeapWatch {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = held();
  let most = 0;
  return {
    measure: () => void (most = Math.max(most, held() - before)),
    mostMb: () => most,
  };
}
