/** One product and one Chromium for a test file. */
import { rmSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium } from './chromium';
import { describeWorld } from './describeWorld';
import type { Describes } from './environment';
import { startProduct, type Product, type ProductOptions } from './product';

export interface World {
  readonly product: Product;
  readonly browser: Browser;
}

/** Registers the setup and the cleanup, also of what a test opens; the returned object is ready when the tests run. */
export function useWorld(options: ProductOptions = {}): World {
  let product: Product | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Each is assigned even if the other does not start: a Chromium that is not closed keeps jest from ending.
    const starting = startProduct(options).then((started) => (product = started));
    const launching = launchChromium().then((launched) => (browser = launched));
    await Promise.allSettled([starting, launching]);
    await Promise.all([starting, launching]);
    (globalThis as Describes).describeWorld = () => describeWorld(ready(browser), ready(product));
  });
  // A page that a test has left open keeps working: it would receive and draw what the next tests do.
  let shared: readonly BrowserContext[] = [];
  beforeEach(() => {
    shared = ready(browser).contexts();
  });
  afterEach(async () => {
    const left = ready(browser)
      .contexts()
      .filter((context) => !shared.includes(context));
    await Promise.all(left.map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    if (product) rmSync(product.dataDir, { recursive: true, force: true });
  });
  const ready = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The product is there once the tests run, not before.');
    return part;
  };
  return {
    get product() {
      return ready(product);
    },
    get browser() {
      return ready(browser);
    },
  };
}
