import { useLocation } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Navigation } from './navigation.tsx';

/** Opens the navigation where the screen is too narrow to show it at the side. */
export function MenuButton() {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) drawer.current?.showModal();
  }, [isOpen]);
  // Before the new page takes the focus, which an open dialog would keep.
  useLayoutEffect(() => {
    drawer.current?.close();
    setIsOpen(false);
  }, [pathname]);
  // A link to the page that is shown changes no address.
  const onClick = ({ target }: MouseEvent) => {
    if (target === drawer.current || (target as Element).closest('a')) drawer.current?.close();
  };
  return (
    <>
      <IconButton label="Open the menu" onClick={() => setIsOpen(true)}>
        <Menu size={19} aria-hidden />
      </IconButton>
      <dialog
        ref={drawer}
        aria-label="Menu"
        onCancel={() => setIsOpen(false)}
        // It comes late, when the menu may be open again.
        onClose={(event) => setIsOpen(event.currentTarget.open)}
        onClick={onClick}
        className="m-0 h-dvh max-h-none w-72 border-r border-line bg-panel p-0 text-ink shadow-pop"
      >
        {isOpen && (
          <div className="flex h-full flex-col">
            <div className="flex justify-end px-2 pt-2">
              <IconButton label="Close the menu" onClick={() => drawer.current?.close()}>
                <X size={18} aria-hidden />
              </IconButton>
            </div>
            <div className="min-h-0 flex-1">
              <Navigation />
            </div>
          </div>
        )}
      </dialog>
    </>
  );
}
