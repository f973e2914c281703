import { createContext } from 'react';

/** The current project or organization, for the window's title. */
export const PlaceName = createContext<string | null>(null);
