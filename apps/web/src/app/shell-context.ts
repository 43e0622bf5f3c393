import { createContext } from 'react';

interface ShellState {
  /** Whether the sidebar is open where the window is too narrow to show it always. */
  isMenuOpen: boolean;
  setMenuOpen(isOpen: boolean): void;
}

export const ShellContext = createContext<ShellState>({ isMenuOpen: false, setMenuOpen: () => undefined });
