import { createContext } from 'react';

/** Gives the focus back to the part of the screen that opens dialogs, in its own way; undefined where elements just take it. */
export const ReturnFocus = createContext<(() => void) | undefined>(undefined);
