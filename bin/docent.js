#!/usr/bin/env node
// Plain JavaScript, so that an old Node gets a sentence instead of a syntax error.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Docent needs Node 24 or newer; this is ${process.version}. Run \`npm ci\` to get it with the dependencies (Linux, Windows), or install it.`,
  );
  process.exit(4);
}
await import('../src/main.ts');
