import { loadable } from '../../ui/loadable';

export const Home = loadable(async () => (await import(/* webpackChunkName: "home" */ './HomeScreen')).HomeScreen);
