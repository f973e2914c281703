import type { SiteFile } from '../../navigation/site-file.ts';
import { summaryFile } from '../summary.ts';

/** docsify's sidebar and top navigation. https://docsify.js.org/#/more-pages?id=sidebar */
export const docsifySidebar: SiteFile = { ...summaryFile, fits: /(?:^|\/)_?(?:sidebar|navbar)\.md$/ };
