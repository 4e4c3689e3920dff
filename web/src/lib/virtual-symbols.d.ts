declare module 'virtual:symbols' {
  const marks: Record<string, string>;
  export default marks;
}
