/* A hook that was compiled: it reads what it is given to the end, counts it, and decides nothing. */
#include <stdio.h>

int main(void) {
  char block[65536];
  size_t total = 0;
  size_t got;
  while ((got = fread(block, 1, sizeof block, stdin)) > 0) total += got;
  fprintf(stderr, "observer: %zu bytes\n", total);
  return 0;
}
