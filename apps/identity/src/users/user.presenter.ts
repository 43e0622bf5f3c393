import type { User } from '@bindery/contracts';
import type { UserEntity } from './user.entity';

/** The e-mail address is visible to the user and to members of the same organizations. */
export function presentUser(
  user: Pick<UserEntity, 'id' | 'displayName' | 'email' | 'photoURL'>,
  publicUrl: string,
  withEmail: boolean,
): User {
  return {
    object: 'user',
    id: user.id,
    displayName: user.displayName,
    ...(withEmail && { email: user.email }),
    ...(user.photoURL && { photoURL: user.photoURL }),
    urls: { location: `${publicUrl}/v1/users/${user.id}` },
  };
}

/** A user as the user sees their own account. */
export const presentSelf = (user: UserEntity, publicUrl: string): User => ({
  ...presentUser(user, publicUrl, true),
  emailNotifications: user.emailNotifications,
});
