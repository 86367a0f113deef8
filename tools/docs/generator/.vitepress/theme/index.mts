import theme from 'vitepress/theme';
import './kemas.css';

export default theme;
