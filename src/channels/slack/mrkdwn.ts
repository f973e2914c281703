import type { Nodes, Table } from 'mdast';
import { markdownToMdast } from 'satteri';
import { escapeText } from './escape-text.ts';

/** Markdown as Slack writes it: https://docs.slack.dev/messaging/formatting-message-text */
export function toMrkdwn(markdown: string): string {
  const root = markdownToMdast(markdown, { position: false, features: { frontmatter: false } }) as Nodes;
  return write(root).trim();
}

/** Marks count only at the edges of words: a zero-width space makes one. */
const marked = (mark: string, text: string) => {
  const inner = text.trim();
  return inner === '' || inner.includes('\n') ? text : `\u200b${mark}${inner}${mark}\u200b`;
};

function write(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'html':
      return escapeText(node.value);
    case 'inlineCode':
      return `\`${escapeText(node.value.replaceAll('`', 'ˋ'))}\``;
    case 'code':
      return `\`\`\`\n${escapeText(node.value.replaceAll('```', 'ˋˋˋ'))}\n\`\`\`\n\n`;
    case 'strong':
      return marked('*', within(node));
    case 'emphasis':
      return marked('_', within(node));
    case 'delete':
      return marked('~', within(node));
    case 'heading':
      return `*${within(node).replaceAll(/[*\u200b]/g, '')}*\n\n`;
    case 'paragraph':
      return `${within(node)}\n\n`;
    case 'blockquote':
      return `${quoted(within(node).trim())}\n\n`;
    case 'list':
      return `${node.children.map((item, nth) => listItem(write(item), node.ordered === true ? `${(node.start ?? 1) + nth}.` : '•')).join('\n')}\n\n`;
    case 'link':
      return link(node.url, within(node));
    case 'image':
      return link(node.url, escapeText(node.alt ?? '') || 'image');
    case 'break':
      return '\n';
    case 'thematicBreak':
      return '———\n\n';
    case 'table':
      return `\`\`\`\n${tableText(node)}\n\`\`\`\n\n`;
    default:
      return 'children' in node ? within(node) : 'value' in node ? escapeText(String(node.value)) : '';
  }
}

function within(node: Nodes): string {
  return 'children' in node ? node.children.map((child) => write(child)).join('') : '';
}

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

function listItem(text: string, mark: string): string {
  return `${mark} ${text
    .trim()
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll('\n', '\n    ')}`;
}

function link(url: string, text: string): string {
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return text;
  const address = url.replaceAll('&', '&amp;').replaceAll(/[<>|\s]/g, (sign) => encodeURIComponent(sign));
  const label = text.replaceAll(/[|\n]/g, ' ').trim();
  return label === '' ? `<${address}>` : `<${address}|${label}>`;
}

/** Slack has no tables: the cells in columns, as code. */
function tableText({ children }: Table): string {
  const rows = children.map((row) => row.children.map((cell) => plain(cell).replaceAll(/\s+/g, ' ').trim()));
  const widths = rows[0]?.map((_, nth) =>
    Math.min(40, Math.max(...rows.map((row) => row[nth]?.length ?? 0))),
  );
  return rows
    .map((row) =>
      escapeText(
        row
          .map((cell, nth) => cell.padEnd(widths?.[nth] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    )
    .join('\n')
    .replaceAll('```', 'ˋˋˋ');
}

function plain(node: Nodes): string {
  if ('value' in node) return String(node.value);
  return 'children' in node ? node.children.map((child) => plain(child)).join('') : '';
}
