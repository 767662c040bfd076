import { defineApp } from 'saga-tapes';
import { createShop } from './app.js';

export const app = defineApp({ name: 'shop', version: '1.0', boot: (harness) => createShop(harness) });
