import type { MouseEvent } from 'react';

/** Whether a click on a link opens another tab or window, or saves what it leads to: that is for the browser. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey;
