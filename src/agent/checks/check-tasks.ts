import { checkOpenapi } from './check-openapi.ts';
import { compileMdx } from './compile-mdx.ts';
import { listPageCode } from './page-code.ts';
import { listPageReferences } from './page-references.ts';
import { findSecrets } from './find-secrets.ts';
import { readNavigation } from '../navigation/formats.ts';
import { onlySitePartsDiffer } from '../navigation/site-parts.ts';
import { addRedirect } from '../redirects/formats.ts';
import { findAddress, findAnchors, findOtherPaths, readAsPage } from './page-rules.ts';
import { findParseProblem } from './parse-problem.ts';
import { scanPage } from './scan-page.ts';
import { searchLines } from './search-lines.ts';

/** The tasks that run in the sandboxed check process, because their time and memory depend on hostile text. */
export const checkTasks = {
  scan: scanPage,
  address: findAddress,
  'other-paths': findOtherPaths,
  anchors: findAnchors,
  page: readAsPage,
  compile: compileMdx,
  code: listPageCode,
  references: listPageReferences,
  search: searchLines,
  secrets: findSecrets,
  openapi: checkOpenapi,
  parse: findParseProblem,
  navigation: readNavigation,
  'add-redirect': addRedirect,
  'only-site-parts-differ': onlySitePartsDiffer,
};

export type CheckTask = keyof typeof checkTasks;
export type Question<Task extends CheckTask> = Parameters<(typeof checkTasks)[Task]>;
export type CheckResult<Task extends CheckTask> = Awaited<ReturnType<(typeof checkTasks)[Task]>>;
