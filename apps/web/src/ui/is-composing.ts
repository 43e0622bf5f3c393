/** Whether a key belongs to an input method, which chooses or ends a word with it. WebKit says of the last one only that its code is 229. */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229;
