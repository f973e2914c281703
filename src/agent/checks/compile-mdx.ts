import { compile } from '@mdx-js/mdx';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';

/** Why a page does not compile as MDX; null when it does. The compiled code is discarded, never run. */
export async function compileMdx(_path: string, text: string): Promise<string | null> {
  try {
    await compile(text, { remarkPlugins: [remarkFrontmatter, remarkGfm] });
    return null;
  } catch (error) {
    const { reason, message, line } = error as { reason?: string; message?: string; line?: number };
    return `${reason ?? message ?? 'it does not compile'}${line ? ` (line ${line})` : ''}`.slice(0, 300);
  }
}
