import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { PlaceName } from './place-name.ts';

/** The path of the page shown last. On the first page of a visit the browser keeps the focus. */
let shownPath: string | undefined;

/** A page: its heading is the window's title and gets the focus after a navigation. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const place = useContext(PlaceName);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, place === title ? null : place, 'Docent'].filter(Boolean).join(' · ');
    const isNavigation = shownPath !== undefined && shownPath !== location.pathname;
    if (isNavigation && !document.activeElement?.closest('main'))
      heading.current?.focus({ preventScroll: true });
    shownPath = location.pathname;
  }, [title, place]);
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-5 px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="text-2xl font-semibold tracking-tight wrap-anywhere"
          >
            {title}
          </h1>
          {about !== undefined && <p className="mt-1 max-w-2xl text-sm text-soft">{about}</p>}
        </div>
        {actions !== undefined && (
          <div className="flex max-w-full min-w-0 flex-wrap items-center gap-2">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}
