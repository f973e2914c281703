import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'mdbook',
  files: {
    'guide/book.toml':
      '[book]\ntitle = "Guide"\nsrc = "text"\nlanguage = "en"\n\n[output.html]\nsite-url = "/guide/"\n\n[output.html.redirect]\n"/old/config.html" = "../format/index.html#a"\n"/gone.html" = "https://example.com/"\n',
    'guide/text/SUMMARY.md': [
      '# Summary',
      '',
      '[Introduction](README.md)',
      '',
      '# Part',
      '',
      '- [The `format`](format/README.md)',
      '    - [Draft chapter]()',
      '    - [Includes](./format/includes.md)',
      '- [Anchors][a]',
      '- [The `#[doc]` of [a] `lone](lone.md)',
      '',
      '---',
      '',
      '[Contributors](misc/contributors.md)',
      '',
      '[a]: anchors.md',
    ].join('\n'),
    'guide/text/README.md': 'Welcome',
    'guide/text/format/README.md': '# Format\n\nText',
    'guide/text/lone.md': 'Text',
    'guide/text/misc/contributors.md': '# People\n\nText',
    'guide/text/unlisted.md': '# Part of another page',
    'guide/text/anchors.md':
      "# Page\n\n## `-p` & more\n\na\n\n## Same\n\nb\n\n## Same\n\nc\n\n## Über uns {#about}\n\nd\n\n## ÜBER ![x](y.png) {.new}\n\nf\n\n## What's  new\n\ne",
    'guide/text/format/includes.md': [
      '{{#title Other title}}',
      '# Includes',
      '',
      '{{#include ../unlisted.md}}',
      '',
      '```rust',
      '{{#include ../../src/main.rs:part}}',
      '```',
      '',
      '```rust',
      '# fn main() {',
      'let x = 1;',
      '## kept',
      '# }',
      '```',
      '',
      '```rust',
      '{{#rustdoc_include ../../src/twice.rs:here}}',
      '```',
      '',
      '{{#playground ../../src/main.rs:1}}',
      '',
      '```admonish warning title="Careful"',
      'Hot',
      '```',
      '',
      'Shown: `\\{{#include file.rs}}`',
    ].join('\n'),
    'guide/src/twice.rs':
      '// ANCHOR: here\none();\n// ANCHOR_END: here\ntwo();\n// ANCHOR: here\nthree();\n// ANCHOR_END: here\n',
    'guide/src/main.rs': 'use std::fs;\n// ANCHOR: part\nfn part() {}\n// ANCHOR_END: part\n',
  },
  urls: {
    'guide/text/README.md': '/guide/',
    'guide/text/format/README.md': '/guide/format/index.html',
    'guide/text/format/includes.md': '/guide/format/includes.html',
    'guide/text/anchors.md': '/guide/anchors.html',
    'guide/text/lone.md': '/guide/lone.html',
    'guide/text/misc/contributors.md': '/guide/misc/contributors.html',
  },
  anchors: { 'guide/text/anchors.md': ['page', '-p--more', 'same', 'same-1', 'about', 'Über', 'whats--new'] },
  versions: { 'guide/text/README.md': null },
  languages: { 'guide/text/README.md': 'en' },
  titles: { 'guide/text/README.md': 'Introduction', 'guide/text/format/README.md': 'Format' },
  texts: {
    'guide/text/format/includes.md': [
      '```rust\nfn part() {}\n```',
      '```rust\nlet x = 1;\n# kept\n```',
      '```rust\none();\nthree();\n```',
      '```rust\nuse std::fs;\n```',
      'Warning: Careful\nHot',
      'Shown: {{#include file.rs}}',
    ].join('\n\n'),
  },
  redirects: [
    { from: '/old/config.html', to: 'format#a' },
    { from: '/gone.html', to: 'https://example.com/' },
  ],
});

proveFramework({
  framework: 'mdbook',
  files: {
    'book.toml': '[book]\n[preprocessor.spec]\n',
    'src/SUMMARY.md.in': 'Made by the build',
    'src/one.md':
      '# One\n\nr[items.fn]\nThe rule.\n\n{{ #include part.md }}\n\nA `Vec` of Vec<u8>, [`set` of x]{#set}, `[a]{#b}`\n\n{{#quiz ../quizzes/one.toml}}\n\nNoted {{footnote: With *care*.}}\n\n{{#tabs }}\n{{#tab name="Linux" }}\nUse apt\n{{#endtab }}\n{{#endtabs }}',
    'src/part.md': 'Part',
  },
  urls: { 'src/one.md': '/one.html', 'src/part.md': '/part.html' },
  anchors: { 'src/one.md': ['one', 'r-items.fn', 'set'] },
  texts: {
    'src/one.md':
      'The rule.\n\nPart\n\nA Vec of Vec, set of x, [a]{#b}\n\nNoted (With care.)\n\nLinux\n\nUse apt',
  },
});

proveFramework({
  framework: 'mdbook',
  files: {
    'books/user/book.toml': '[output.html]\nsite-url = "https://example.com/manual/"\n',
    'books/user/src/SUMMARY.md': '- [Start](start.md)',
    'books/user/src/start.md': '# Start',
    'theme/book.toml': '[book]\n',
    'books/dev/book.toml': '[output.html.redirect]\n"/old.html" = "build.html"\n',
    'books/dev/src/SUMMARY.md': '- [Build](build.md)',
    'books/dev/src/build.md': '# Build',
  },
  urls: {
    'books/user/src/start.md': '/manual/start.html',
    'books/dev/src/build.md': '/books/dev/build.html',
  },
  warned: ['books/dev/book.toml'],
  redirects: [
    { from: 'books/dev', to: 'books/dev/build' },
    { from: 'books/dev/old.html', to: 'books/dev/build' },
    { from: 'manual', to: 'manual/start' },
  ],
});

// Another configuration makes another output of the same chapters.
proveFramework({
  framework: 'mdbook',
  files: {
    'book.toml': '[book]\n',
    'print/book.toml': '[book]\nsrc = "../src"\n',
    'src/SUMMARY.md': '- [Start](start.md)',
    'src/start.md': '# Start',
  },
  urls: { 'src/start.md': '/start.html' },
  redirects: [{ from: '', to: 'start' }],
});
