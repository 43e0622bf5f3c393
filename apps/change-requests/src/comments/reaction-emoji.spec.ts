import { checkEmojis } from './reaction-emoji';

it.each(['👍', '🎉', '👍🏽', '❤', '❤️', '❤️‍🔥', '👩‍👩‍👧', '🇫🇷', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '#️⃣', '1⃣', '🧑🏿‍🚀', '🫩', '1f44d', '1F468-200d-1F680'])(
  'takes %s',
  (emoji) => expect(() => checkEmojis([emoji])).not.toThrow(),
);

it.each([' ', '', 'notanemoji', 'a', '1', '#', '👍👍', ' 👍', '👍\n', '🇫', '‍', '👍‍', ':+1:', 'bee', '1f44d-'])(
  'refuses %j',
  (text) => expect(() => checkEmojis(['👍', text])).toThrow('addedReactions'),
);
