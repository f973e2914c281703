#!/usr/bin/env node
import module from 'node:module';

// Plain JavaScript, so that an old Node gets a sentence instead of a syntax error.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Docent needs Node 24 or newer; this is ${process.version}. Run \`npm ci\` to get it with the dependencies (Linux, Windows), or install it.`,
  );
  process.exit(4);
}
// Keeps what was compiled for the next start, which is then about twice as fast.
module.enableCompileCache?.();
await import('../src/main.ts');
