import type { ComponentChildren } from 'preact';
import { useSession } from '../view/session.ts';

/** A link's address resolved on this page; undefined unless it is a web or mail address. */
export function safeAddress(href: string): URL | undefined {
  const url = URL.parse(href, document.baseURI);
  return url && /^(https?|mailto):$/.test(url.protocol) ? url : undefined;
}

/** The reading view of docs without a site: `pages` is the prefix of their addresses. */
function readingAddress(href: string, pages: string | undefined): string {
  if (pages === undefined || !href.startsWith('/')) return href;
  return pages + href.replace(/^\/(?=#|$)/, '/index');
}

type Props = { href: string; children: ComponentChildren; class?: string; label?: string };

/** A link that opens in the same tab on the docs' own site, and in a new one elsewhere. */
export function Link({ href, children, class: className, label }: Props) {
  const { host, say } = useSession();
  const url = safeAddress(readingAddress(href, host.read('pages')));
  if (url === undefined) return <>{children}</>;
  const elsewhere = url.origin !== location.origin || host.element.hasAttribute('full');
  const name = elsewhere && label !== undefined ? `${label} (${say('newTab')})` : label;
  return (
    <a
      href={url.href}
      class={className}
      aria-label={name}
      {...(elsewhere && { target: '_blank', rel: 'noopener' })}
      onClick={() => host.emit('source', { url: url.href })}
    >
      {children}
    </a>
  );
}
