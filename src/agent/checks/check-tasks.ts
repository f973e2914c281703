/**
 * The tasks that run in the sandboxed check process, because their time and memory depend on hostile text. Each is loaded
 * at its first use: all of them take a second of CPU.
 */
export const checkTasks = {
  scan: async () => (await import('./page-rules.ts')).scanFor,
  paths: async () => (await import('./page-rules.ts')).findPaths,
  anchors: async () => (await import('./page-rules.ts')).findAnchors,
  page: async () => (await import('./page-rules.ts')).readAsPage,
  compile: async () => (await import('./compile-mdx.ts')).compileMdx,
  code: async () => (await import('./page-code.ts')).listPageCode,
  references: async () => (await import('./page-references.ts')).listPageReferences,
  titles: async () => (await import('./page-rules.ts')).findTitles,
  labels: async () => (await import('./page-rules.ts')).findLabels,
  search: async () => (await import('./search-lines.ts')).searchLines,
  secrets: async () => (await import('./find-secrets.ts')).findSecrets,
  openapi: async () => (await import('./check-openapi.ts')).checkOpenapi,
  parse: async () => (await import('./parse-problem.ts')).findParseProblem,
  navigation: async () => (await import('../../content/frameworks/site-files.ts')).readNavigation,
  'add-redirect': async () => (await import('../../content/frameworks/site-files.ts')).addRedirect,
  'only-site-parts-differ': async () => (await import('./site-parts.ts')).onlySitePartsDiffer,
};

export type CheckTask = keyof typeof checkTasks;
type Run<Task extends CheckTask> = Awaited<ReturnType<(typeof checkTasks)[Task]>>;
export type Question<Task extends CheckTask> = Parameters<Run<Task>>;
export type CheckResult<Task extends CheckTask> = Awaited<ReturnType<Run<Task>>>;
