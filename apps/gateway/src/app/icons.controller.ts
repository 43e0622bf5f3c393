import { Controller, Get, Param, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { notFound } from '@bindery/contracts';
import { findIcon, iconNames, iconsVersion, svgOf } from '@bindery/icons';
import { anonymousKey } from '../auth/auth.guard';

/**
 * The icons of pages in the app, in the shapes that sites draw. Their addresses contain the version of the shapes. While gateways of
 * two releases run, one may be asked for the shapes of the other: then it answers with its own, which are not to be kept.
 */
@Controller('app/assets/icons/:version')
export class IconsController {
  @Get('names.json')
  @SetMetadata(anonymousKey, true)
  names(@Param('version') version: string, @Res({ passthrough: true }) reply: FastifyReply): string[] {
    void reply.header('cache-control', keeping(version));
    return iconNames();
  }

  @Get(':name.svg')
  @SetMetadata(anonymousKey, true)
  icon(@Param('version') version: string, @Param('name') name: string, @Res() reply: FastifyReply): void {
    const shape = findIcon(name);
    if (!shape) throw notFound('Icon');
    void reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': keeping(version) }).send(svgOf(shape));
  }
}

const keeping = (version: string): string =>
  version === iconsVersion ? 'public, max-age=31536000, immutable' : 'no-cache';
