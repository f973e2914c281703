import { proveFramework } from '../../../test/contract/framework.ts';

const swagger = { swagger: '2.0', info: { title: 'Pets' }, paths: { '/pets': { get: { responses: {} } } } };

proveFramework({
  framework: 'plain',
  files: {
    'README.md': '# Home',
    'guide/index.md': '# Guide',
    'guide/Set Up.markdown': '# Set up',
    'guide/page.mdx': '<Note>Inside</Note>',
    'guide/moved.md': '---\npermalink: /elsewhere/\n---\n# Moved',
    'guide/slugged.md': '---\nslug: short\n---\n# Slugged',
    'guide/anchors.md': '# Page\n\n## Same\n\na\n\n## Same\n\nb\n\n<h2 id="mine">Mine</h2>\n\nc',
    'de/guide.md': '---\nlang: de\nversion: "1.10"\n---\n# Anleitung',
    'hidden.md': '---\nnoindex: true\n---\n# Hidden',
    'draft.md': '---\ndraft: true\n---\n# Draft',
    'api/pets.json': JSON.stringify(swagger),
    'image.png': '',
  },
  urls: {
    'README.md': '/',
    'guide/index.md': '/guide',
    'guide/Set Up.markdown': '/guide/Set%20Up',
    'guide/page.mdx': '/guide/page',
    'guide/moved.md': '/elsewhere',
    'guide/slugged.md': '/short',
    'guide/anchors.md': '/guide/anchors',
    'de/guide.md': '/de/guide',
    'hidden.md': 'hidden',
    'api/pets.json#': '/api/pets',
    'api/pets.json#/paths/~1pets/get': '/api/pets/get-pets',
  },
  hidden: ['hidden.md'],
  anchors: { 'guide/anchors.md': ['page', 'same', 'same-1', 'mine'] },
  versions: { 'de/guide.md': '1.10', 'README.md': null },
  languages: { 'de/guide.md': 'de', 'README.md': null },
  titles: { 'README.md': 'Home', 'guide/page.mdx': 'Page', 'api/pets.json#': 'Pets' },
  texts: { 'guide/page.mdx': 'Note: Inside' },
  redirects: [],
});
