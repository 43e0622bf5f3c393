export * from './mail';
export * from './mail-queue';
export * from './mail-settings';
export * from './mail.module';
export * from './open-mailer';
export * from './read-mail';
export * from './render-mail';
