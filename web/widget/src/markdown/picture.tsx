import { useState } from 'preact/hooks';
import { useSession } from '../view/session.ts';
import { Link, safeAddress } from './link.tsx';

/** An image, or a link to it where the page's CSP blocks it. */
export function Picture({ href, alt }: { href: string; alt: string }) {
  const { say } = useSession();
  const [failed, setFailed] = useState(false);
  const url = safeAddress(href);
  if (failed || url === undefined) return <Link href={href}>{say('picture', { alt })}</Link>;
  return (
    <img
      src={url.href}
      alt={alt}
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
