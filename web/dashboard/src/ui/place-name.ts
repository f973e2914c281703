import { createContext } from 'react';

/** The project or organization that one is in, for the window's title. */
export const PlaceName = createContext<string | null>(null);
