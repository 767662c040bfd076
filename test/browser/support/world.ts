/** One product and one Chromium for a test file. */
import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium';
import { describeWorld } from './describeWorld';
import type { Describes } from './environment';
import { startProduct, type Product, type ProductOptions } from './product';

const START_WITHIN_MS = 180_000;

interface World {
  readonly product: Product;
  readonly browser: Browser;
}

/** Registers the set-up and the clean-up; what it returns is there once the tests run. */
export function useWorld(options: ProductOptions = {}): World {
  let product: Product | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    product = await startProduct(options);
    browser = await launchChromium();
    (globalThis as Describes).describeWorld = () => describeWorld(ready(browser), ready(product));
  }, START_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
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
