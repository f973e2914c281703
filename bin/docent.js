#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

const sources = new URL('../src/main.ts', import.meta.url);
const isCheckout = existsSync(sources);

// Plain JavaScript, so that an old Node gets a sentence instead of a syntax error.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const advice = isCheckout
    ? 'Run `npm ci` to get it with the dependencies (Linux, Windows), or install it'
    : 'Install it';
  console.error(
    `Docent needs Node 24 or newer; this is ${process.version}. ${advice} from https://nodejs.org.`,
  );
  process.exit(4);
}
// onnxruntime reports to Microsoft unless the process's environment says this before it is loaded; a worker's is a copy.
// https://github.com/microsoft/onnxruntime/pull/27379
process.env.ORT_DISABLE_TELEMETRY = '1';
// Keeps what was compiled for the next start, which is then about twice as fast.
module.enableCompileCache?.();
// Node strips no types below `node_modules`, so the package holds plain JavaScript. A checkout runs its sources, or the
// bundle that its tests made of them.
const { entryPoint } = isCheckout ? await import('../src/lib/entry-point.ts') : {};
await import(isCheckout ? entryPoint(sources) : new URL('../dist/server/main.js', import.meta.url));
