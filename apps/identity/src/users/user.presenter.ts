import type { User } from '@bindery/contracts';
import type { UserEntity } from './user.entity';

/** The e-mail address is shown to the user and to those who share an organization with them. */
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

/** A user as that user sees it. */
export const presentSelf = (user: UserEntity, publicUrl: string): User => ({
  ...presentUser(user, publicUrl, true),
  emailNotifications: user.emailNotifications,
});
