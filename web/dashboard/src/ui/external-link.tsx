import type { ReactNode } from 'react';

/** A link from content: only to http(s) pages, in a new tab without a reference to this one. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const url = httpUrl(href);
  if (url === undefined) return <span>{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
    >
      {children}
    </a>
  );
}

/** The address if it is an absolute http(s) one. */
export function httpUrl(href: string | null | undefined): string | undefined {
  const url = URL.parse(href ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
