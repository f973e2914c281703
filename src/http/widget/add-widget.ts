import { findAskPage } from '../../accounts/ask-page-key.ts';
import { DocentError } from '../../errors.ts';
import { productName } from '../../store/product-name.ts';
import { clientOf } from '../client-of.ts';
import type { Deps } from '../deps.ts';
import type { HttpApp } from '../route.ts';
import { answerFile } from '../web/answer-file.ts';
import type { WebBuild } from '../web/web-build.ts';
import { askPage, askPagePolicy } from './ask-page-route.ts';

/** The widget's files are for pages of any site. */
const forEveryone = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const revalidated = { 'cache-control': 'no-cache' };
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };

/** `/widget.js`, the files that it loads, and a project's public page: `/ask/{domain}`. */
export function addWidget(app: HttpApp, deps: Deps): void {
  app.get('/widget.js', async (c) => {
    const widget = await built(deps);
    return answerFile(c, widget.file('widget.js')!, { ...forEveryone, ...revalidated });
  });

  app.get('/-/widget/:file', async (c) => {
    const widget = await built(deps);
    const name = c.req.param('file');
    const file = widget.file(name);
    if (file !== undefined) return answerFile(c, file, { ...forEveryone, ...forEver });
    // A page that was open during an update asks for the file names of the previous loader.
    const wanted = nameOf(name);
    const newer = widget.names().find((other) => nameOf(other) === wanted);
    return wanted === undefined || newer === undefined
      ? c.notFound()
      : answerFile(c, widget.file(newer)!, { ...forEveryone, ...revalidated });
  });

  app.get('/ask/:domain', async (c) => {
    const found = await findAskPage(deps.store, c.req.param('domain'), clientOf(c, deps));
    if (found === undefined)
      throw new DocentError('not_found', 'There is no public page here. An admin can open one.');
    const { project, key } = found;
    const title = productName(project);
    return c.html(askPage({ title, domain: project.domain, key, hasSite: project.baseUrl !== null }), 200, {
      'content-security-policy': askPagePolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      ...revalidated,
    });
  });

  // People may add a slash, for which the dashboard would ask them to sign in. Relative, because a proxy may add a
  // path prefix.
  app.get('/ask/:domain/', (c) => {
    const { search } = new URL(c.req.url);
    return c.redirect(`../${encodeURIComponent(c.req.param('domain'))}${search}`, 301);
  });
}

async function built({ widget }: Deps): Promise<WebBuild> {
  await widget.prepare();
  if (!widget.failed()) return widget;
  throw new DocentError('not_ready', 'The widget could not be built. The log of the server says why.');
}

/** `panel` of `panel-Ab3d_-f8.js`; undefined for any other name. */
function nameOf(file: string): string | undefined {
  return /^([a-z]+)-[\w-]{8}\.js$/.exec(file)?.[1];
}
