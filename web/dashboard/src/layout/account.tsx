import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { ErrorText } from '../ui/states.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSignOut } from './use-sign-out.ts';
import { ThemeButton } from './theme-button.tsx';
import { useSession } from './where.ts';

/** The signed-in person, theme and sign-out. */
export function Account() {
  const { user } = useSession();
  const out = useSignOut();
  const signOut = useAction(out);
  if (user === null) return null;
  return (
    <>
      <ErrorText error={signOut.error} />
      <div className="flex items-center gap-1 border-t border-line px-3 py-2.5">
        <Link to="/-/account" className="min-w-0 flex-1 rounded-lg px-2.5 py-1 hover:bg-hover">
          <span className="block truncate text-sm leading-tight font-medium">
            <span className="sr-only">Your account: </span>
            <bdi>{user.name}</bdi>
          </span>
          <span className="block truncate text-xs text-faint">{user.email}</span>
        </Link>
        <ThemeButton />
        <IconButton label="Sign out" onClick={() => signOut.run()}>
          <LogOut size={17} aria-hidden />
        </IconButton>
      </div>
    </>
  );
}
