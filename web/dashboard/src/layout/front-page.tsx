import { type ReactNode, useEffect } from 'react';
import { Logo } from './logo.tsx';

/** A page for people who are not signed in: one card in the middle. */
export function FrontPage({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Docent`;
  }, [title]);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-7 flex flex-col items-center gap-4 text-center">
          <Logo size={44} />
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {about !== undefined && <p className="mt-1.5 text-sm text-soft">{about}</p>}
          </div>
        </div>
        <div className="rounded-2xl border border-line bg-panel p-6 shadow-card">{children}</div>
      </div>
    </main>
  );
}
