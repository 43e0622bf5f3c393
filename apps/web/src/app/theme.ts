import { useEffect, useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export const themes: { id: Theme; label: string }[] = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

const key = 'bindery-theme';
const read = (): Theme => themes.find(({ id }) => id === localStorage.getItem(key))?.id ?? 'system';

/** The colours that the user chose in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(read);
  useEffect(() => {
    localStorage.setItem(key, theme);
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, setTheme];
}
